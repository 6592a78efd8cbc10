import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while the page is being taken over: drafts and files are in browsers only. */
export const useInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
