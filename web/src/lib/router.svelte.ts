/** What every page is given: the parts of its address after the first. */
export interface PageProps {
  name: string;
  rest: string[];
}

/** Pages are the part of the address after `#`, so any server can serve them and a link's secret never reaches one. */
class Router {
  path = $state("/");
  query = $state(new URLSearchParams());

  constructor() {
    // An invitation's own address is for the card that shows it elsewhere; here its page is like all others.
    const table = /^\/i\/([\w-]+)/.exec(location.pathname)?.[1];
    if (location.pathname !== "/") history.replaceState(null, "", `/${location.hash || (table ? `#/t/${table}` : "")}`);
    this.#read();
    addEventListener("hashchange", () => {
      const before = this.path;
      this.#read();
      scrollTo(0, 0);
      // A new page is read and walked through from its beginning.
      if (this.path !== before) document.getElementById("main")?.focus({ preventScroll: true });
    });
  }

  go(to: string, replace = false): void {
    if (replace) {
      history.replaceState(null, "", `#${to}`);
      this.#read();
    } else location.hash = to;
  }

  #read(): void {
    const [path = "", query = ""] = location.hash.slice(1).split("?");
    this.path = path || "/";
    this.query = new URLSearchParams(query);
  }
}

export const router = new Router();
