import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { showNotice } from '../ui/notice-store.ts'
import { sessionQuery } from './session.ts'

/** Ends the session, asks the server who is signed in now, and goes home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.get('/api/auth/logout'),
    onSuccess: async () => {
      await queries.refetchQueries({ queryKey: sessionQuery(api).queryKey })
      onDone?.()
      navigate('/')
    },
    onError: (error) => showNotice({ tone: 'danger', text: error.message }),
  })
  return { logout: () => mutate(), isPending }
}
