import { useQuery } from '@tanstack/react-query'
import { BanIcon } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../queries/api.ts'
import { blocksQuery } from '../session/account-queries.ts'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { BlockDialog } from './block-dialog.tsx'
import { useBlock } from './use-block.ts'

/** Block, after a question, or Unblock; nothing until it is known which. */
export function BlockButton({
  student,
  showsName = false,
  ...buttonStyle
}: ButtonStyleProps & { student: { id: number; name: string }; showsName?: boolean }) {
  const { data: blocks } = useQuery(blocksQuery(useApi()))
  const [isOpen, setOpen] = useState(false)
  const { mutate: setBlocked, isPending } = useBlock(student)
  if (!blocks) return null
  const isBlocked = blocks.some(({ id }) => id === student.id)
  return (
    <>
      <Button
        {...buttonStyle}
        className="font-normal"
        busy={isPending}
        onClick={() => (isBlocked ? setBlocked(false) : setOpen(true))}
      >
        <BanIcon size={18} />
        <span>
          {isBlocked ? 'Unblock ' : 'Block '}
          <bdi className={showsName ? undefined : 'sr-only'}>{student.name}</bdi>
        </span>
      </Button>
      <BlockDialog student={student} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
