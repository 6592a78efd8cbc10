import { hourMs } from '../durations.ts'
import type { RateLimitRule } from '../limits/rate-limit.ts'

/** A residence shares one IP address: several hundred students may sign up behind it. */
export const signUpsPerNetwork: RateLimitRule = {
  name: 'sign-up',
  max: 600,
  windowMs: hourMs,
  message: 'Too many sign-ups from your network. Please try again later.',
}

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

export const resetMailsPerRecipient: RateLimitRule = {
  name: 'reset-per-recipient',
  max: 5,
  windowMs: hourMs,
  message: 'Too many reset mails.',
}
