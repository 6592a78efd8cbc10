/** The emailed code that proves a mailbox, and how soon a student can ask for another. */
export const confirmationCode = { digits: 6, validMinutes: 15, resendSeconds: 60 }

/**
 * A new account that is not confirmed within this many days is deleted, so that it does not block a stranger's address
 * for longer.
 */
export const confirmWithinDays = 14

/** For how many days students see security events of their account, such as logins. */
export const securityEventDays = 30

/** How long a student who has confirmed that it is them is not asked again. */
export const proofMinutes = 10

/** How long moderators and admins are not asked for the second factor on the same device. */
export const secondFactorDays = 30

/** POSTING_AFFILIATIONS may leave out staff or alumni, so the sentence names neither. */
export const mayNotPostMessage =
  "This site lets only some members of the university post, and your university account says that you aren't one of them. If that is wrong, ask your university to correct it, then log in again."

export const onlyAdminMessage =
  "You're the only admin. Make somebody else an admin first, then you can delete your account."
