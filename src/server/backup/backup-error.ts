/** Stops a backup or a restore with a sentence for the person at the terminal. */
export class BackupError extends Error {}
