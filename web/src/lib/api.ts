import type { GameInfo, House, Reason, Section, Sight, TableLine, Update } from "./types";
import { entropy } from "./entropy";

/** A refusal with the server's own sentence; `paragraph` names the rule where one forbids it. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly kind: string, message: string, readonly paragraph = "") { super(message); }
}

async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new ApiError(answer.status, data?.error ?? "", data?.detail ?? answer.statusText, data?.paragraph ?? "");
  return data as T;
}
