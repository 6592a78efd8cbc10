import type { ListingInput } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { changeSession } from '../../accounts/change-session.ts'
import { ApiError, useApi } from '../../api.ts'
import { useNavigate } from '../../navigation/router.tsx'
import type { TrayPhoto } from '../../photos/photo-tray.ts'
import { below } from '../../queries/query-client.ts'
import { useQueryClient } from '../../queries/use-query.tsx'
import { showNotice } from '../../ui/notice-store.ts'
import { useTask } from '../../ui/task.ts'
import { listingKeys } from '../queries.ts'
import { type DraftPlace, dropDraft } from './draft.ts'
import { saveSentence, uploadsFailed } from './save-sentence.ts'

export class UploadsFailed extends Error {
  readonly signedOut: boolean

  constructor(failed: readonly TrayPhoto[]) {
    super(uploadsFailed)
    this.signedOut = failed.some(({ upload }) => upload.state === 'failed' && upload.signedOut)
  }
}

export interface SaveFailure {
  sentence: string
  /** The session ran out: signing in again is the way on. */
  signedOut: boolean
}

type MakeBody = () => Promise<ListingInput | undefined>

/** Saves the listing once its body is there, then leads to the dashboard. */
export function useSaveListing(place: DraftPlace) {
  const { category, listingId } = place
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const { run, isPending, error, forget } = useTask(async (makeBody: MakeBody) => {
    const body = await makeBody()
    if (!body) return
    const listing = listingId
      ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body)
      : await api.post<Listing>(apiPaths.list(category.id), body)
    dropDraft(place)
    queries.invalidate(below(listingKeys.lists))
    queries.invalidate(below(listingKeys.one(category, listing.id)))
    tellOf(listing)
    navigate(pagePaths.dashboard)
  })

  const tellOf = ({ id }: Listing) =>
    showNotice({
      tone: 'ok',
      text: `Your ${category.labels.singular} is ${listingId ? 'saved' : 'posted'}.`,
      action: { label: 'View', href: pagePaths.listing(category.id, id) },
    })

  return {
    /** Resolves with the fields the server refused. */
    save: async (makeBody: MakeBody): Promise<Record<string, string>> => {
      const problem = await run(makeBody)
      if (problem && isSignedOut(problem)) changeSession(queries, null)
      return problem instanceof ApiError ? problem.fields : {}
    },
    isSaving: isPending,
    failure: error ? failureOf(error) : undefined,
    forgetFailure: forget,
  }

  function failureOf(problem: Error): SaveFailure {
    const sentence =
      problem instanceof UploadsFailed ? problem.message : saveSentence(category, problem)
    return { sentence, signedOut: isSignedOut(problem) }
  }
}

function isSignedOut(problem: Error): boolean {
  if (problem instanceof UploadsFailed) return problem.signedOut
  return problem instanceof ApiError && problem.status === 401
}
