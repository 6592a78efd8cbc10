import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { setCampus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetupResponse, SetupSettingsBody } from '#contract/setup.ts'
import { type SetupStep, setupSteps } from '#contract/setup-steps.ts'
import { type Api, hasStatus, useApi } from '../queries/api.ts'

/** The set-up, or why it is not shown: the link was not opened here (401), or there is nothing to set up (404). */
export type SetupResult = { found: SetupResponse } | { status: 401 | 404 }

/** Turns a 401 or 404 into data: the page's state contains no errors. */
async function toSetupResult(response: Promise<SetupResponse>): Promise<SetupResult> {
  try {
    return { found: await response }
  } catch (error) {
    if (hasStatus(error, 401)) return { status: 401 }
    if (hasStatus(error, 404)) return { status: 404 }
    throw error
  }
}

export const setupQuery = (api: Api) =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => toSetupResult(api.get<SetupResponse>(apiPaths.setup, signal)),
  })

/** Returns the step at which the set-up goes on. */
export const nextStep = ({ done }: Pick<SetupResponse, 'done'>): SetupStep =>
  setupSteps.find((step) => !done.includes(step)) ?? 'admin'

/** Returns the step after this one. */
export const stepAfter = (step: SetupStep): SetupStep =>
  setupSteps[setupSteps.indexOf(step) + 1] ?? 'admin'

/** Returns a function that shows what the server has kept. */
export function useShowSetup() {
  const queryClient = useQueryClient()
  const { queryKey } = setupQuery(useApi())
  return (found: SetupResponse) =>
    queryClient.setQueryData(queryKey, { found } satisfies SetupResult as SetupResult)
}

export function useSaveStep() {
  const api = useApi()
  const queryClient = useQueryClient()
  const show = useShowSetup()
  return useMutation({
    mutationFn: (body: SetupSettingsBody) => api.put<SetupResponse>(apiPaths.setupSettings, body),
    onSuccess: (found) => {
      setCampus(found.settings)
      show(found)
    },
    // Somebody else has saved: the next try is about the newest settings.
    onError: (error) =>
      hasStatus(error, 409) &&
      queryClient.invalidateQueries({ queryKey: setupQuery(api).queryKey }),
  })
}
