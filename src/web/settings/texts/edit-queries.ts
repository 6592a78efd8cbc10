import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  TextBody,
  TextHideBody,
  TextPreviewBody,
  TextPreviewResponse,
  TextRestoreBody,
  TextsResponse,
} from '#contract/site-texts.ts'
import { type Api, hasStatus, useApi } from '../../queries/api.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'

export const textsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['texts'],
    queryFn: ({ signal }) => api.get<TextsResponse>(apiPaths.texts, signal),
  })

export const useSaveText = () =>
  useTextMutation('Text saved.', (api, body: TextBody) =>
    api.put<TextsResponse>(apiPaths.texts, body),
  )

export const useRestoreText = () =>
  useTextMutation('The older text is back.', (api, body: TextRestoreBody) =>
    api.post<TextsResponse>(apiPaths.restoreText, body),
  )

export const useHideText = () =>
  useTextMutation('Saved.', (api, body: TextHideBody) =>
    api.post<TextsResponse>(apiPaths.hideText, body),
  )

export function usePreviewText() {
  const api = useApi()
  return useMutation({
    mutationFn: (body: TextPreviewBody) =>
      api.post<TextPreviewResponse>(apiPaths.previewText, body),
  })
}

function useTextMutation<Body>(
  doneText: string,
  send: (api: Api, body: Body) => Promise<TextsResponse>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = textsQuery(api)
  return useMutation({
    mutationFn: (body: Body) => proveFirst(() => send(api, body)),
    onSuccess: (data) => {
      queryClient.setQueryData(queryKey, data)
      // The pages of the texts are read again when they are opened.
      queryClient.removeQueries({ queryKey: ['text'] })
      queryClient.removeQueries({ queryKey: ['text changes'] })
      showToast({ variant: 'ok', text: doneText })
    },
    onError: async (error) => {
      // Somebody else has saved: the page shows who, and the next save is based on their version.
      if (hasStatus(error, 409)) await queryClient.invalidateQueries({ queryKey })
    },
  })
}
