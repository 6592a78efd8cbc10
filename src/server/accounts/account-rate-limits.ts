import { dayMs, hourMs } from '../durations.ts'
import type { RateLimit, RateLimitRule } from '../limits/rate-limit.ts'

/** A residence shares one IP address: several hundred students may sign up behind it. */
export const signUpsPerNetwork: RateLimitRule = {
  name: 'sign-up',
  max: 600,
  windowMs: hourMs,
  message: 'Too many sign-ups from your network. Please try again later.',
}

/** More than sign up on a campus's busiest day. It stops an attacker with many networks. */
export const signUpsPerDay: RateLimitRule = {
  name: 'sign-ups-of-all',
  max: 10_000,
  windowMs: dayMs,
  message: 'Too many people have signed up today. Please try again tomorrow.',
}

/** The log warns at this number, while there is still time to find out who it is. */
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

/** Of one who asks: a network, or a device that was logged in before. So strangers do not use up the student's own. */
export const furtherResetMailsPerRequester: RateLimit = {
  name: 'reset-per-requester',
  max: 4,
  windowMs: hourMs,
}

/** Of all who ask from devices that are not the student's, so that many networks cannot flood the mailbox. */
export const resetMailsForStrangers: RateLimit = {
  name: 'reset-for-strangers',
  max: 30,
  windowMs: dayMs,
}

/** Of all devices that were logged in before: who signed up with another's address can make many of them. */
export const resetMailsForDevices: RateLimit = {
  name: 'reset-for-devices',
  max: 30,
  windowMs: dayMs,
}
