import { setTimeout } from 'node:timers/promises'

/** The limit of a step. It is generous, for busy machines. */
const defaultLimitMs = 15_000

/** The longest time for an answer before the error blames the browser. */
const slowAnswerMs = 5000

interface Step {
  /** Completes the sentence "Waited 15 s for …". */
  waitsFor: string
  limitMs?: number
}

/** Runs one step of a journey. A browser may never answer a command, so the limit also ends a promise that stays pending. */
export function withinLimit<Result>(step: Step, run: () => Promise<Result>): Promise<Result> {
  return race(step, run, () => 'The browser has not answered.')
}

/** Repeats a step until it succeeds. The error of the step ends with the reason why the last attempt failed. */
export function untilDone<Result>(step: Step, attempt: () => Promise<Result>): Promise<Result> {
  let lastFailure = ''
  let startedAt = 0
  const repeat = async (signal: AbortSignal): Promise<Result> => {
    for (;;) {
      startedAt = Date.now()
      try {
        return await attempt()
      } catch (error) {
        lastFailure = error instanceof Error ? error.message : String(error)
        // The pause is aborted at the limit, because a later attempt would act in the middle of the next step.
        await setTimeout(50, undefined, { signal })
      }
    }
  }
  return race(step, repeat, () => {
    const isAnswered = lastFailure && Date.now() - startedAt < slowAnswerMs
    return isAnswered ? lastFailure : `${lastFailure} The browser has not answered.`.trim()
  })
}

async function race<Result>(
  { waitsFor, limitMs = defaultLimitMs }: Step,
  run: (signal: AbortSignal) => Promise<Result>,
  explain: () => string,
): Promise<Result> {
  const ended = new AbortController()
  const { signal } = ended
  const expire = async () => {
    await setTimeout(limitMs, undefined, { signal })
    throw new Error(`Waited ${limitMs / 1000} s for ${waitsFor}. ${explain()}`)
  }
  try {
    return await Promise.race([run(signal), expire()])
  } finally {
    ended.abort()
  }
}
