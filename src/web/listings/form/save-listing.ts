import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListingInput } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { changeSession } from '../../accounts/change-session.ts'
import { ApiError, useApi } from '../../api.ts'
import { useNavigate } from '../../navigation/router.tsx'
import type { TrayPhoto } from '../../photos/photo-tray.ts'
import { showNotice } from '../../ui/notice-store.ts'
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

  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (makeBody: MakeBody) => {
      const body = await makeBody()
      if (!body) return
      const listing = listingId
        ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body)
        : await api.post<Listing>(apiPaths.list(category.id), body)
      dropDraft(place)
      queries.invalidateQueries({ queryKey: listingKeys.lists })
      queries.invalidateQueries({ queryKey: listingKeys.one(category, listing.id) })
      tellOf(listing)
      navigate(pagePaths.dashboard)
    },
    onError: (problem) => {
      if (isSignedOut(problem)) changeSession(queries, null)
    },
  })

  const tellOf = ({ id }: Listing) =>
    showNotice({
      tone: 'ok',
      text: `Your ${category.labels.singular} is ${listingId ? 'saved' : 'posted'}.`,
      action: { label: 'View', href: pagePaths.listing(category.id, id) },
    })

  return {
    /** Resolves with the fields the server refused. */
    save: (makeBody: MakeBody) =>
      mutateAsync(makeBody).then(
        () => ({}),
        (problem): Record<string, string> => (problem instanceof ApiError ? problem.fields : {}),
      ),
    isSaving: isPending,
    failure: error ? failureOf(error) : undefined,
    forgetFailure: reset,
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
