import type { Location } from 'react-router'

/** The list that led to a listing's page, and how many history entries back it is. Kept in the page's history entry. */
export interface BackState {
  listUrl: string
  steps: number
}

export const isBackState = (state: unknown): state is BackState =>
  typeof state === 'object' && state !== null && 'listUrl' in state && 'steps' in state

/** Returns the state for the links of cards. From one listing to a similar one, the way back still leads to the list. */
export function toBackState({ pathname, search, state }: Location): BackState {
  if (!isBackState(state)) return { listUrl: pathname + search, steps: 1 }
  return { ...state, steps: state.steps + 1 }
}
