/** The provinces of a truce that is being written: the desk lists them, the map lets them be tapped. */
export const treaty = $state<{ onMap: boolean; provinces: string[] }>({ onMap: false, provinces: [] });

export function toggle(id: string): void {
  treaty.provinces = treaty.provinces.includes(id)
    ? treaty.provinces.filter((each) => each !== id)
    : [...treaty.provinces, id];
}
