import { useRef, useState } from 'react'

const idle: { isPending: boolean; error: Error | null } = { isPending: false, error: null }

/** Work that takes a while: whether it is under way, and how it failed the last time. */
export function useTask<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) {
  const [state, setState] = useState(idle)
  const underWay = useRef(false)

  /** Resolves with what went wrong, or nothing. */
  const run = async (...given: Given): Promise<Error | null> => {
    // A second press can come before the button shows that it is busy.
    if (underWay.current) return null
    underWay.current = true
    setState({ isPending: true, error: null })
    const error = await work(...given).then(
      () => null,
      (problem: Error) => problem,
    )
    underWay.current = false
    setState({ isPending: false, error })
    return error
  }

  return { ...state, run, forget: () => setState(idle) }
}
