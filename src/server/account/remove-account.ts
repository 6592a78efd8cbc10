/** The former name, for rooms that have not changed it yet. */
export { deleteAccount as removeAccount } from './account-deletion.ts'
