import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { classNames } from '../ui/class-names.ts'

interface AccountFormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  onSubmit: (values: Output) => Promise<unknown>
  label: string
  busyLabel: string
  /** One of several on a page. */
  compact?: boolean
  children: ReactNode
}

export function AccountForm<Values extends FieldValues, Output>({
  form,
  onSubmit,
  label,
  busyLabel,
  compact = false,
  children,
}: AccountFormProps<Values, Output>) {
  const { errors, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      {/* method="dialog" does nothing outside a dialog: before hydration, no password gets into the URL. */}
      <form
        method="dialog"
        data-eager-script
        noValidate
        onSubmit={form.handleSubmit(onSubmit)}
        className={classNames('grid gap-1.5', !compact && 'mt-5')}
      >
        <noscript>
          <Callout>This form needs JavaScript. Please turn it on to go on.</Callout>
        </noscript>
        {children}
        {errors.root?.message && (
          <div ref={scrollIntoView} className="scroll-mb-20">
            <Callout variant="danger">{errors.root.message}</Callout>
          </div>
        )}
        <Button
          type="submit"
          fullWidth={!compact}
          busy={isSubmitting}
          busyLabel={busyLabel}
          className={classNames('mt-1.5', compact && 'sm:justify-self-start')}
        >
          {label}
        </Button>
      </form>
    </FormProvider>
  )
}

const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })
