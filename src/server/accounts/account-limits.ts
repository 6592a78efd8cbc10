import type { Db } from '../database/database.ts'
import { inTurn } from '../limits/in-turn.ts'
import type { Limiter, LimitRule } from '../limits/rate-limit.ts'

const minute = 60_000
const hour = 60 * minute
const tooManyTries = 'Too many failed tries. Please wait a while, or reset your password.'

/** Counted per address as well, so that a stranger's tries do not shut the student out. */
const failuresFromOneAddress: LimitRule = {
  name: 'login-here',
  max: 10,
  windowMs: 10 * minute,
  sentence: tooManyTries,
}

const failuresFromEverywhere: LimitRule = {
  name: 'login-all',
  max: 100,
  windowMs: hour,
  sentence: tooManyTries,
}

/** A residence shares one address: several hundred students may join behind it. */
export const signUpsFromOneAddress: LimitRule = {
  name: 'sign-up',
  max: 600,
  windowMs: hour,
  sentence: 'Too many sign-ups from your network. Please try again later.',
}

export const resetsFromOneAddress: LimitRule = {
  name: 'reset-from',
  max: 600,
  windowMs: hour,
  sentence: 'Too many reset requests from your network. Please try again later.',
}

export const resetMailsToOneAddress: LimitRule = {
  name: 'reset-to',
  max: 5,
  windowMs: hour,
  sentence: 'Too many reset mails.',
}

interface Guess {
  email: string
  address: string
}

/**
 * Lets guesses at a password through as long as too few have failed. Each is counted before it is checked, so
 * that parallel ones cannot slip past, and given back unless it failed; guesses from one address at one account
 * take turns, so that counting ahead refuses nobody who knows the password.
 */
export function createGuessLimit({ db, limiter }: { db: Db; limiter: Limiter }) {
  const oneByOne = inTurn()

  async function checked<Result>(guess: Guess, check: () => Promise<Result | null>) {
    const { email, address } = guess
    const { here, everywhere } = await db.transaction(async (tx) => ({
      here: await limiter.take(tx, failuresFromOneAddress, email, address),
      everywhere: await limiter.take(tx, failuresFromEverywhere, email),
    }))
    let failed = false
    try {
      const result = await check()
      failed = result === null
      if (!failed) await limiter.clear(db, failuresFromOneAddress, email, address)
      return result
    } finally {
      if (!failed) {
        await limiter.giveBack(db, here)
        await limiter.giveBack(db, everywhere)
      }
    }
  }

  return {
    /** `check` answers null for a wrong password. */
    guarded: <Result>(guess: Guess, check: () => Promise<Result | null>) =>
      oneByOne(`${guess.email} ${guess.address}`, () => checked(guess, check)),

    /** For a student who proved in another way who they are. */
    async forgive({ email, address }: Guess) {
      await limiter.clear(db, failuresFromOneAddress, email, address)
      await limiter.clear(db, failuresFromEverywhere, email)
    },
  }
}

export type GuessLimit = ReturnType<typeof createGuessLimit>
