import { campus } from '#campus/campus.ts'
import { perDay, perHour, perTenMinutes, type RateLimit } from '../limits/rate-limit.ts'

const noMoreCodes = "We can't send you any more codes today. Try again tomorrow."
const tooManyFailures = 'Too many failed tries. Please wait a while, or reset your password.'

/** All rate limits of this room. A limit without a message only counts, or its caller refuses without an explanation. */
export const studentLimits = {
  // Sign-ups

  /** A residence shares one IP address, and several hundred students may sign up behind it. */
  signUpsPerNetwork: {
    name: 'sign-up',
    ...perHour(600),
    message: 'Too many sign-ups from your network. Please try again later.',
  },
  /** Sign-ups with a taken address count here instead, so that others on the network can still sign up. */
  takenAnswersPerNetwork: {
    name: 'sign-up-taken',
    ...perHour(600),
    message: "You can't sign up with that email. If it is yours, log in or reset your password.",
  },
  /** This limit only counts, for the warnings in the log. If it refused anyone, one network could shut everyone out. */
  signUpsPerDay: { name: 'sign-ups-of-all', ...perDay(10_000) },
  /** This limit is for each network that students don't use. Ten such networks can use up the limit for all of them. */
  dailySignUpsPerUnknownNetwork: {
    name: 'sign-up-daily',
    ...perDay(1_000),
    message: 'Too many sign-ups from your network today. Use another network, such as mobile data.',
  },
  /**
   * All networks that students don't use share this limit. It is higher than the number of sign-ups on a campus's
   * busiest day.
   */
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
  /** This limit is checked first. Strangers who use up the other limits then cannot stop the student's email. */
  firstResetMail: { name: 'reset-first', ...perHour(1) },
  /** Each network or known device that asks has its own counter, so strangers can't use up the student's. */
  furtherResetMailsPerRequester: { name: 'reset-per-requester', ...perHour(4) },
  /** All unknown devices on unknown networks share this limit. */
  resetMailsForStrangers: { name: 'reset-for-strangers', ...perDay(30) },
  /**
   * All known devices share this limit with devices on networks where the student has logged in. A stranger who signed
   * up with the address can create many of both.
   */
  resetMailsForKnown: { name: 'reset-for-known', ...perDay(30) },

  // University logins

  /** A response costs requests to the university. Those that log somebody in are not counted. */
  universityFailuresPerNetwork: {
    name: 'university-failure',
    ...perTenMinutes(300),
    message: 'Too many failed logins from your network. Please wait ten minutes and try again.',
  },

  // Codes that confirm an address

  /** Codes are counted by address, because an account could be deleted and created again. */
  codesPerAddress: { name: 'confirmation-code', ...perDay(6), message: noMoreCodes },
  /** Stops someone from emailing codes to many plus addresses of a stranger. */
  codesPerMailbox: { name: 'confirmation-code-per-mailbox', ...perDay(20), message: noMoreCodes },
  /** A network gets as many codes as sign-ups. */
  codesPerNetwork: {
    name: 'confirmation-code-per-network',
    ...perHour(600),
    message: 'Too many people on your network have asked for codes. Please try again later.',
  },
  /** The key of this limit is `countingKey`. */
  triesPerMailbox: {
    name: 'confirmation-try',
    ...perDay(20),
    message: 'Too many wrong codes today. Try again tomorrow.',
  },
  /**
   * Stops someone who tries a few codes on many accounts: one of a million tries would succeed. It never refuses the
   * first try of a code, so a network gets at most this many wrong tries an hour, plus one for each code that was
   * emailed.
   */
  wrongCodesPerNetwork: {
    name: 'wrong-code-per-network',
    ...perHour(100),
    message: 'Too many wrong codes from your network. Ask for a new one and type it in carefully.',
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
  /** Stops someone who uses many networks. */
  failuresPerAccount: { name: 'login-per-account', ...perHour(100), message: tooManyFailures },
  /**
   * Replaces the other three limits on a device that was logged in before. Someone with a copied device cookie gets no
   * more failures than this.
   */
  failuresPerDevice: {
    name: 'login-per-device',
    ...perTenMinutes(10),
    message: tooManyFailures,
  },
  // Passkeys and second factors

  /** Nobody guesses a passkey. This limits the work that strangers cause, and what they write. */
  passkeyFailuresPerNetwork: {
    name: 'passkey-per-network',
    ...perTenMinutes(300),
    message: 'Too many failed tries from your network. Please wait a while, or log in another way.',
  },
  /** Only somebody who is logged in can fail here, so strangers cannot use up the tries. */
  passkeyFailuresPerAccount: {
    name: 'passkey-per-account',
    ...perTenMinutes(30),
    message: 'Too many failed tries. Please wait ten minutes, or confirm in another way.',
  },
  newPasskeysPerAccount: {
    name: 'new-passkeys',
    ...perDay(30),
    message: 'You can add 30 passkeys a day. Please try again tomorrow.',
  },
  /** Only somebody who is logged in can try codes, so strangers cannot use up the tries. */
  secondFactorTries: {
    name: 'second-factor-try',
    ...perTenMinutes(10),
    message: 'Too many wrong codes. Please wait ten minutes, or use a passkey.',
  },
  /** A stolen password gives 30 guesses a day among a million codes, three of which are right at a time. */
  secondFactorTriesPerDay: {
    name: 'second-factor-daily',
    ...perDay(30),
    get message() {
      return `Too many wrong codes today. Try again tomorrow, or use a passkey. If you have lost your phone, an operator can reset your second factor: write to ${campus.contactEmail}.`
    },
  },

  /**
   * Logins and failures have separate counters. Further ones are only logged, so that nobody can fill the table or the
   * student's account page.
   */
  storedLoginsPerAccount: { name: 'stored-logins', ...perHour(5) },
} satisfies Record<string, RateLimit & { message?: string }>

/** The log warns at this number of sign-ups a day, and again at `signUpsPerDay`. */
export const manySignUps = 8_000
