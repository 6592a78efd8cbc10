import { setTimeout as pause } from 'node:timers/promises'

/** A machine that is busy with other things makes the server ask for patience; a request that is to blame gets 503 again. */
export async function withPatience<Answer>(
  ask: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  const answer = await ask()
  if (statusOf(answer) !== 503) return answer
  await pause(2_000)
  return ask()
}
