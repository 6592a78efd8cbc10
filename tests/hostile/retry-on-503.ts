import { setTimeout as pause } from 'node:timers/promises'

/** Retries once. On a busy machine the server may shed load, but a request that causes a 503 gets it again. */
export async function retryOn503<Response>(
  send: () => Promise<Response>,
  getStatus: (response: Response) => number,
): Promise<Response> {
  const response = await send()
  if (getStatus(response) !== 503) return response
  await pause(2_000)
  return send()
}
