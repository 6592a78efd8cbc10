import type { ReactNode } from 'react'

/** Questions below a heading, each with its answers in one line. */
export function QuestionFieldset({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      {legend && <legend className="font-semibold">{legend}</legend>}
      <div className="mt-2 grid gap-x-5 gap-y-2 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

/** Checkboxes below a heading. */
export function CheckboxFieldset({
  legend,
  error,
  children,
}: {
  legend: ReactNode
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      {legend && <legend className="font-semibold">{legend}</legend>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-5">
        {children}
      </div>
      <p className="text-danger text-sm empty:hidden">{error}</p>
    </fieldset>
  )
}
