import { dayMs, hourMs } from '../durations.ts'
import type { RateLimit, RateLimitRule } from '../limits/rate-limit.ts'

/** A residence shares one IP address: several hundred students may sign up behind it. */
export const signUpsPerNetwork: RateLimitRule = {
  name: 'sign-up',
  max: 600,
  windowMs: hourMs,
  message: 'Too many sign-ups from your network. Please try again later.',
}

/** For sign-ups with an address that is taken, which don't count as sign-ups. Others on the network go on signing up. */
export const takenAnswersPerNetwork: RateLimitRule = {
  name: 'sign-up-taken',
  max: 600,
  windowMs: hourMs,
  message: "You can't sign up with that email. If it is yours, log in or reset your password.",
}

/** Only counted, for the warnings in the log. Refusing anyone at this number would let one network shut everyone out. */
export const signUpsPerDay: RateLimit = {
  name: 'sign-ups-of-all',
  max: 10_000,
  windowMs: dayMs,
}

/** For networks that students don't use. Ten of them together fill the bound for all such networks. */
export const dailySignUpsPerUnknownNetwork: RateLimitRule = {
  name: 'sign-up-daily',
  max: 1_000,
  windowMs: dayMs,
  message: 'Too many sign-ups from your network today. Use another network, such as mobile data.',
}

/** For all networks together that students don't use. It is more than sign up on a campus's busiest day. */
export const signUpsFromUnknownNetworks: RateLimitRule = {
  name: 'sign-ups-from-unknown-networks',
  max: 10_000,
  windowMs: dayMs,
  message:
    'Too many people have signed up today. Use the network of your university, or try again tomorrow.',
}

/** The log warns at this number, and again at `signUpsPerDay`. */
export const manySignUps = 8_000

export const resetRequestsPerNetwork: RateLimitRule = {
  name: 'reset-per-network',
  max: 600,
  windowMs: hourMs,
  message: 'Too many reset requests from your network. Please try again later.',
}

export const resetLinkChecksPerNetwork: RateLimitRule = {
  name: 'reset-link-check',
  max: 600,
  windowMs: hourMs,
  message: 'Too many reset links were opened from your network. Please try again later.',
}

/** Checked before all other limits, so that strangers who use those up cannot silence the student. */
export const firstResetMail: RateLimit = {
  name: 'reset-first',
  max: 1,
  windowMs: hourMs,
}

/** For each network or known device that asks, so strangers can't use up the student's own. */
export const furtherResetMailsPerRequester: RateLimit = {
  name: 'reset-per-requester',
  max: 4,
  windowMs: hourMs,
}

/** For all unknown devices on unknown networks together. */
export const resetMailsForStrangers: RateLimit = {
  name: 'reset-for-strangers',
  max: 30,
  windowMs: dayMs,
}

/**
 * For all known devices, and devices on networks where the student has logged in, together. A stranger who signed up with
 * the address can make many.
 */
export const resetMailsForKnown: RateLimit = {
  name: 'reset-for-known',
  max: 30,
  windowMs: dayMs,
}
