import { useLocation } from 'react-router'

/** Kept in the history entry of a listing's page: which list led there, and how many entries back that list is. */
export interface BackState {
  listUrl: string
  steps: number
}

export const isBackState = (state: unknown): state is BackState =>
  typeof state === 'object' && state !== null && 'listUrl' in state && 'steps' in state

/** The state for the links of cards. From one listing to a similar one, the way back still leads to the list. */
export function useBackState(): BackState {
  const { pathname, search, state } = useLocation()
  if (!isBackState(state)) return { listUrl: pathname + search, steps: 1 }
  return { ...state, steps: state.steps + 1 }
}
