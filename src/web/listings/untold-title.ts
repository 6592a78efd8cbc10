/** Stands for the title of a listing that was taken down: no accusation. */
export const untoldTitle = 'A listing that is no longer shown'
