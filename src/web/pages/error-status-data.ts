import { data } from 'react-router'
import { toResponseStatus } from '../queries/api.ts'

/** Keeps the status as data: the page renders the failed query itself, and a thrown error would lose its type in hydration. */
export const errorStatusData = (error: unknown) => data(null, { status: toResponseStatus(error) })
