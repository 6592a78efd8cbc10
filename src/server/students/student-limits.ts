import { perDay, perHour, perTenMinutes, type RateLimit } from '../limits/rate-limit.ts'

const resetHint = 'Or reset your password, which confirms your email too.'
const noMoreCodes = `We've sent you all the codes we send in a day. Try again tomorrow. ${resetHint}`
const tooManyFailures = 'Too many failed tries. Please wait a while, or reset your password.'

/** Every "N per window" of this room. A limit without a message only counts, or its caller refuses without a word. */
export const studentLimits = {
  // Sign-ups

  /** A residence shares one IP address: several hundred students may sign up behind it. */
  signUpsPerNetwork: {
    name: 'sign-up',
    ...perHour(600),
    message: 'Too many sign-ups from your network. Please try again later.',
  },
  /** Sign-ups with an address that is taken count here instead, so that others on the network can go on signing up. */
  takenAnswersPerNetwork: {
    name: 'sign-up-taken',
    ...perHour(600),
    message: "You can't sign up with that email. If it is yours, log in or reset your password.",
  },
  /** It only counts, for the warnings in the log. Refusing anyone at this number would let one network shut everyone out. */
  signUpsPerDay: { name: 'sign-ups-of-all', ...perDay(10_000) },
  /** It holds for networks that students don't use. Ten of them together fill the limit for all such networks. */
  dailySignUpsPerUnknownNetwork: {
    name: 'sign-up-daily',
    ...perDay(1_000),
    message: 'Too many sign-ups from your network today. Use another network, such as mobile data.',
  },
  /** All networks that students don't use share it. It is more than sign up on a campus's busiest day. */
  signUpsFromUnknownNetworks: {
    name: 'sign-ups-from-unknown-networks',
    ...perDay(10_000),
    message:
      'Too many people have signed up today. Use the network of your university, or try again tomorrow.',
  },

  // Reset links

  resetRequestsPerNetwork: {
    name: 'reset-per-network',
    ...perHour(600),
    message: 'Too many reset requests from your network. Please try again later.',
  },
  resetLinkChecksPerNetwork: {
    name: 'reset-link-check',
    ...perHour(600),
    message: 'Too many reset links were opened from your network. Please try again later.',
  },
  /** It is checked before the other limits, so that strangers who use those up cannot silence the student. */
  firstResetMail: { name: 'reset-first', ...perHour(1) },
  /** Each network or known device that asks has its own count, so strangers can't use up the student's. */
  furtherResetMailsPerRequester: { name: 'reset-per-requester', ...perHour(4) },
  /** All unknown devices on unknown networks share it. */
  resetMailsForStrangers: { name: 'reset-for-strangers', ...perDay(30) },
  /**
   * All known devices share it with the devices on networks where the student has logged in. A stranger who signed up with
   * the address can make many of both.
   */
  resetMailsForKnown: { name: 'reset-for-known', ...perDay(30) },

  // Codes that confirm an address

  /** It counts by address, not by account, which could be deleted and made again. */
  codesPerAddress: { name: 'confirmation-code', ...perDay(6), message: noMoreCodes },
  /** Stops someone from mailing codes to many plus addresses of a stranger. */
  codesPerMailbox: { name: 'confirmation-code-per-mailbox', ...perDay(20), message: noMoreCodes },
  /** It allows as many codes as sign-ups. */
  codesPerNetwork: {
    name: 'confirmation-code-per-network',
    ...perHour(600),
    message: 'Too many people on your network have asked for codes. Please try again later.',
  },
  /** `countingKey` is its key. */
  triesPerMailbox: {
    name: 'confirmation-try',
    ...perDay(20),
    message: `Too many wrong codes today. Try again tomorrow. ${resetHint}`,
  },
  /**
   * Stops someone who tries a few codes on many accounts: a million tries find one. It never refuses the first try of a
   * code, so a network gets at most this many wrong tries an hour, and one more for each code that was mailed.
   */
  wrongCodesPerNetwork: {
    name: 'wrong-code-per-network',
    ...perHour(100),
    message: `Too many wrong codes from your network. Ask for a new one and type it in carefully. ${resetHint}`,
  },

  // Failed logins

  failuresPerAccountAndNetwork: {
    name: 'login-per-network',
    ...perTenMinutes(10),
    message: tooManyFailures,
  },
  /** Stops someone who tries a few passwords on many accounts. */
  failuresPerNetwork: {
    name: 'login-all-accounts',
    ...perTenMinutes(300),
    message:
      'Too many failed tries from your network. Please wait a while, or reset your password.',
  },
  /** Stops someone who has many networks. */
  failuresPerAccount: { name: 'login-per-account', ...perHour(100), message: tooManyFailures },
  /**
   * It replaces the other three on a device that was logged in before. A copied device cookie allows no more failures than
   * these.
   */
  failuresPerDevice: {
    name: 'login-per-device',
    ...perTenMinutes(10),
    message: tooManyFailures,
  },
  /**
   * It counts logins and failures apart. Further ones are only logged, so that nobody fills the table or the student's
   * account page.
   */
  storedLoginsPerAccount: { name: 'stored-logins', ...perHour(5) },
} satisfies Record<string, RateLimit & { message?: string }>

/** The log warns at this number of sign-ups a day, and again at `signUpsPerDay`. */
export const manySignUps = 8_000
