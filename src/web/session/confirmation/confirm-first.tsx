import type { MouseEvent } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { requestConfirmation } from './confirmation-request.ts'

/**
 * Says that the email has to be confirmed first, with a link that opens the code field in a dialog. Without JavaScript
 * it leads to the dashboard.
 */
export function ConfirmFirst({
  to,
  next,
  onConfirmed,
  fullWidth = false,
}: {
  /** What needs the confirmation, after "Confirm your email to". */
  to: string
  /** What happens then, as a sentence. */
  next: string
  onConfirmed?: () => void
  fullWidth?: boolean
}) {
  const handleClick = async (event: MouseEvent) => {
    event.preventDefault()
    if (await requestConfirmation(next)) onConfirmed?.()
  }
  return (
    <>
      <p>
        {`Confirm your email to ${to}. We'll email you a code.`}
        <noscript> Enter it on your dashboard, with JavaScript on.</noscript>
      </p>
      <LinkButton href={pagePaths.dashboard} onClick={handleClick} fullWidth={fullWidth}>
        Confirm your email
      </LinkButton>
    </>
  )
}
