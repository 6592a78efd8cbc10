import { type ReactNode, useId } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { useReturnPath } from '../../session/login-redirects.tsx'
import { useLoginWays } from '../../session/login-ways.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'

/**
 * The buttons of the universities, with the form for the password below them. The buttons are plain links, because the
 * server leads on to the university. They work without JavaScript.
 */
export function UniversityButtons({
  passwordTitle,
  children,
}: {
  /** The words between the buttons and the form. */
  passwordTitle: string
  children: ReactNode
}) {
  const titleId = useId()
  const { withReturnPath } = useReturnPath()
  const ways = useLoginWays()
  if (ways.universities.length === 0) return children
  return (
    <>
      <div className="mt-5 grid gap-3">
        {ways.universities.map(({ key, label }) => (
          <LinkButton
            key={key}
            href={withReturnPath(apiPaths.university(key))}
            variant={ways.password ? 'secondary' : 'primary'}
            fullWidth
          >
            Continue with {label}
          </LinkButton>
        ))}
      </div>
      {ways.password && (
        <section aria-labelledby={titleId} className="mt-6 border-line border-t pt-6">
          <h2 id={titleId} className="text-balance text-center text-ink-2">
            {passwordTitle}
          </h2>
          {children}
        </section>
      )}
    </>
  )
}
