import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Api, useApi } from '../queries/api.ts'

/** Writes to the account, then refetches everything that shows it. */
export function useAccountMutation<Values, Result>(
  send: (api: Api, values: Values) => Promise<Result>,
  options: Omit<UseMutationOptions<Result, Error, Values>, 'mutationFn'> = {},
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: async (values: Values) => {
      const result = await send(api, values)
      await queryClient.invalidateQueries()
      return result
    },
  })
}
