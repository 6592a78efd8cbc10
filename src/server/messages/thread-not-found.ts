import { AppError } from '../errors.ts'

/** Also for a thread of others: nobody is to know that it is there. */
export const threadNotFound = () => new AppError('not_found', 'Conversation not found.')
