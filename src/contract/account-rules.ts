/** The code that is mailed to prove a mailbox, and how soon another can be asked for. */
export const confirmationCode = { digits: 6, validMinutes: 15, resendSeconds: 60 }

/** A new account that is not confirmed by then is removed: a stranger's address is not taken for longer. */
export const confirmWithinDays = 14

/** How long a student sees what happened to their account. */
export const securityEventDays = 30

export const onlyAdminMessage =
  "You're the only admin. Make somebody else an admin first, then you can delete your account."
