import { SendHorizontalIcon } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { blankError } from '../sending/insert-chip.ts'
import { MessageField } from '../sending/message-field.tsx'
import { messageError } from '../sending/message-length.ts'
import './composer.css'

interface ComposerProps {
  /** The other's name. */
  name: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  chips: readonly string[]
  onChip: (chip: string) => void
  onSend: (text: string) => void
  /** Above the text. */
  children?: ReactNode
}

/** Where a message is written. Enter sends it where there is a keyboard; on a touch screen it breaks the line. */
export function Composer({
  name,
  field,
  text,
  onChange,
  chips,
  onChip,
  onSend,
  children,
}: ComposerProps) {
  const [error, setError] = useState<string>()
  const change = (value: string) => {
    setError(undefined)
    onChange(value)
  }
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    // A press that came before the page's code is repeated before `text` has what was typed.
    const written = field.current?.value ?? text
    const refusal = messageError(written) ?? blankError(written, chips)
    setError(refusal)
    field.current?.focus()
    if (!refusal) onSend(written.trim())
  }
  return (
    <form method="dialog" noValidate className="composer" onSubmit={send}>
      <noscript>
        <p>Turn on JavaScript to write a message.</p>
      </noscript>
      {children}
      <MessageField
        ref={field}
        label={`Message to ${name}`}
        hideLabel
        placeholder="Write a message"
        chips={chips}
        onChip={onChip}
        value={text}
        onChange={change}
        onKeyDown={(event) => {
          if (isSendKey(event)) send(event)
        }}
        error={error}
        help={<span className="composer-hint">Enter sends, Shift + Enter starts a new line.</span>}
        action={
          <Button type="submit" aria-label="Send">
            <SendHorizontalIcon size={18} />
            <span className="composer-send">Send</span>
          </Button>
        }
      />
    </form>
  )
}

/** Not the Enter that ends the input of Chinese or Japanese characters. */
function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing) return false
  return ctrlKey || metaKey || (!shiftKey && matchMedia('(pointer: fine)').matches)
}
