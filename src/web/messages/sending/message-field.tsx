import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Chip } from '../../ui/controls/chip.tsx'
import { ChipRow } from '../../ui/controls/chip-row.tsx'
import { growToContent, TextArea } from '../../ui/controls/text-area.tsx'
import { insertChip } from './insert-chip.ts'
import { charactersLeft } from './message-length.ts'
import './message-field.css'

interface MessageFieldProps
  extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'count' | 'maxLength'> {
  value: string
  onChange: (value: string) => void
  /** Texts that a press puts in at the caret, to be edited and sent by hand. */
  chips?: readonly string[]
  onChip?: (chip: string) => void
  /** A button beside the text. */
  action?: ReactNode
}

/** The text of a message. It takes more than can be sent, so that nothing pasted is lost, and says so. */
export function MessageField({ chips = [], onChip, onChange, action, ...area }: MessageFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const findArea = () => root.current?.querySelector('textarea')
  // A draft or a chip changes it without an event of the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows the text
  useLayoutEffect(() => {
    const element = findArea()
    if (element) growToContent(element)
  }, [area.value])
  const insert = (chip: string) => {
    const element = findArea()
    if (!element) return
    element.focus()
    insertChip(element, chip)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    onChip?.(chip)
  }
  return (
    <div ref={root} className="grid min-w-0 gap-2">
      {chips.length > 0 && (
        <ChipRow label="Quick messages">
          {chips.map((chip) => (
            <li key={chip}>
              <Chip as="button" type="button" active={false} onClick={() => insert(chip)}>
                {chip}
              </Chip>
            </li>
          ))}
        </ChipRow>
      )}
      <div className="message-field">
        <TextArea
          {...area}
          count={charactersLeft(area.value)}
          onChange={(event) => onChange(event.target.value)}
        />
        {action}
      </div>
    </div>
  )
}
