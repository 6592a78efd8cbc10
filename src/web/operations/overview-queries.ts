import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EmailCheck, Overview } from '#contract/operations.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, useApi } from '../queries/api.ts'
import { showToast } from '../ui/overlays/toast-store.ts'

export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview'],
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => api.get<Overview>(apiPaths.overview, signal),
  })

export function useEmailCheck() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.post<EmailCheck>(apiPaths.emailCheck) })
}

export function useRetryJob() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.post(apiPaths.retryJob(id)),
    onSuccess: () => showToast({ variant: 'ok', text: 'The job is being tried again.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: overviewQuery(api).queryKey }),
  })
}
