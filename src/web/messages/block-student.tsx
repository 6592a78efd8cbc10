import type { ComponentProps } from 'react'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import type { BlockButton } from './blocking.tsx'

const importBlockButton = async () => (await import('./blocking.tsx')).BlockButton

/** The block button. Its code loads only for students who have messages. */
export function BlockStudent(props: ComponentProps<typeof BlockButton>) {
  const { user } = useSession()
  const { Part: LoadedButton } = useLazyPart(importBlockButton, {
    isNeeded: user !== null && hasMessages(user),
  })
  return LoadedButton && <LoadedButton size="small" {...props} />
}
