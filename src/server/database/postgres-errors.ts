import { DatabaseError } from 'pg'
import { DatabaseBusy, DatabaseUnavailable } from './database.ts'

const lockNotAvailable = '55P03'
const unavailable = new Set([
  '25006', // the server has become a read-only replica
  '57014', // a statement took longer than allowed
  '57P01', // the server is being shut down
  '57P02', // another of its processes crashed
  '57P03', // it is starting
  '25P03', // the transaction was left idle
])
const unavailableClasses = ['08', '53', '58']

/** A serialization failure or deadlock: retrying the transaction succeeds. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** The connection's prepared statement is older than a migration that changed its result columns. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000'
}

export function translate(error: unknown): unknown {
  // Errors that are not the server's own come from the connection.
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailable(error)
  const code = error.code ?? ''
  if (code === lockNotAvailable) return new DatabaseBusy(error)
  if (unavailable.has(code) || unavailableClasses.includes(code.slice(0, 2))) {
    return new DatabaseUnavailable(error)
  }
  return error
}
