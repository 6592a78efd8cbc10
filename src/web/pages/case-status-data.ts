import { data } from 'react-router'
import type { CaseResult } from '../moderation/moderation-queries.ts'

/** The status that the page of a case answers with; undefined is not loaded yet. */
export const caseStatusData = (result: CaseResult<unknown> | undefined) =>
  result && 'status' in result ? data(null, { status: result.status }) : null
