import { useLocation } from 'react-router'

/** In the history entry of a listing's page: the list that led there, and how many entries before this one it is. */
export interface BackState {
  listUrl: string
  steps: number
}

export const isBackState = (state: unknown): state is BackState =>
  typeof state === 'object' && state !== null && 'listUrl' in state && 'steps' in state

/** For the links of cards. From one listing to a similar one, the way back is still to the list. */
export function useBackState(): BackState {
  const { pathname, search, state } = useLocation()
  if (!isBackState(state)) return { listUrl: pathname + search, steps: 1 }
  return { ...state, steps: state.steps + 1 }
}
