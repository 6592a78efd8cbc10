import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { useResendCode } from './use-resend-code.ts'

/** A longer wait, after the last code of the day, is not counted down. */
const maxCountdownSeconds = 120

export function ResendButton({
  resend,
  isPrimary,
}: {
  resend: ReturnType<typeof useResendCode>
  isPrimary: boolean
}) {
  const { send, isPressed, isSending, isSent, hasLiveCode, secondsToWait, waitMessage } = resend
  const mustWait = secondsToWait > 0
  const isLongWait = secondsToWait > maxCountdownSeconds
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size={isPrimary ? undefined : 'small'}
        busy={isSending}
        aria-disabled={mustWait || undefined}
        className="[font-variant-numeric:tabular-nums] aria-disabled:border-line aria-disabled:text-ink-2"
        onClick={mustWait ? undefined : () => send(true)}
      >
        {hasLiveCode ? 'Send a new code' : 'Send me a code'}
        {mustWait && !isLongWait && ` in ${secondsToWait} s`}
      </Button>
      <p role="status" className="measure text-sm empty:hidden">
        {isPressed && isSent && 'A new code is on its way.'}
        {(isPressed || isLongWait) && mustWait && waitMessage}
        {isLongWait && (
          <>
            {!waitMessage && 'No more codes today.'}{' '}
            <Link to={pagePaths.forgotPassword} className="link inline-block">
              Reset your password
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
