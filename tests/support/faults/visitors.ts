import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ask, isTryLater, type Question } from './ask.ts'

/** What became of one question. */
export interface Outcome {
  kind: string
  askedAt: number
  ms: number
  /** 0 when the connection broke. */
  status: number
  tryLater: boolean
  answer?: Answer
  problem?: string
}

export type NextQuestion = () => Question & { kind: string; url: string }

/** Visitors who ask one thing after the other, each on a connection of their own, until told to stop. */
export function startVisitors(count: number, next: NextQuestion) {
  const outcomes: Outcome[] = []
  let stopped = false

  async function visit() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!stopped) {
      const question = next()
      const outcome = await outcomeOf({ agent, ...question })
      outcomes.push(outcome)
      // Whoever cannot even connect tries again a little later, as a browser does.
      if (outcome.status === 0) await pause(50)
    }
    agent.destroy()
  }

  const visits = Array.from({ length: count }, visit)
  return {
    outcomes,
    async stop() {
      stopped = true
      await Promise.all(visits)
    },
  }
}

export async function outcomeOf(question: Question & { kind: string; url: string }) {
  const { kind, url } = question
  const askedAt = performance.now()
  try {
    const answer = await ask(url, question)
    const { status, ms } = answer
    return { kind, askedAt, ms, status, tryLater: isTryLater(answer), answer } satisfies Outcome
  } catch (error) {
    const ms = performance.now() - askedAt
    return {
      kind,
      askedAt,
      ms,
      status: 0,
      tryLater: false,
      problem: String(error),
    } satisfies Outcome
  }
}

export const isSuccess = ({ status }: Outcome) => status >= 200 && status < 400

/** How often each thing happened, for a reader: "list 200 ×31". */
export function tally(outcomes: Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { kind, status, problem } of outcomes) {
    const what = `${kind} ${status || problem}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${what} ×${count}`).join(', ')
}
