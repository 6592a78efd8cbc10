import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { setCampus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SettingsBody, SettingsResponse, SettingsUndoBody } from '#contract/settings.ts'
import { type Api, hasStatus, useApi } from '../queries/api.ts'
import { proveFirst } from '../session/identity/identity-request.ts'
import { showToast } from '../ui/overlays/toast-store.ts'

export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.get<SettingsResponse>(apiPaths.settings, signal),
  })

export const useSaveSettings = () =>
  useSettingsMutation('Settings saved.', (api, body: SettingsBody) =>
    api.put<SettingsResponse>(apiPaths.settings, body),
  )

export const useUndoSettings = () =>
  useSettingsMutation('The change is undone.', (api, body: SettingsUndoBody) =>
    api.post<SettingsResponse>(apiPaths.undoSettings, body),
  )

function useSettingsMutation<Body>(
  doneText: string,
  send: (api: Api, body: Body) => Promise<SettingsResponse>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = settingsQuery(api)
  return useMutation({
    mutationFn: (body: Body) => proveFirst(() => send(api, body)),
    onSuccess: (data) => {
      // This page continues with the new campus. Other open pages get it when they are loaded again.
      setCampus(data.settings)
      queryClient.setQueryData(queryKey, data)
      showToast({ variant: 'ok', text: doneText })
    },
    onError: async (error) => {
      // Somebody else has saved, or students have signed up: the preview is about the newest settings.
      if (hasStatus(error, 409)) await queryClient.invalidateQueries({ queryKey })
    },
  })
}
