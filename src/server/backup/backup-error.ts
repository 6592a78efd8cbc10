/** A message for the person at the terminal, without a stack trace. */
export class BackupError extends Error {}
