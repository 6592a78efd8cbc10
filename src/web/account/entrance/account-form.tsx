import { type ReactNode, useContext, useImperativeHandle } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ReadEmailContext } from './typed-email.tsx'

interface AccountFormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  onSubmit: (values: Output) => Promise<unknown>
  label: string
  busyLabel: string
  /** Makes the form compact, for a page with several forms. */
  compact?: boolean
  /** Text that follows an error about no particular field. */
  errorHelp?: ReactNode
  children: ReactNode
}

export function AccountForm<Values extends FieldValues, Output>({
  form,
  onSubmit,
  label,
  busyLabel,
  compact = false,
  errorHelp,
  children,
}: AccountFormProps<Values, Output>) {
  const { errors, isSubmitting } = form.formState
  useImperativeHandle(useContext(ReadEmailContext), () => () => form.getValues().email)
  return (
    <FormProvider {...form}>
      {/* method="dialog" does nothing outside a dialog, so that before hydration no password gets into the URL. */}
      <form
        method="dialog"
        data-eager-script
        noValidate
        onSubmit={form.handleSubmit(onSubmit)}
        className={classNames('grid gap-3', !compact && 'mt-5')}
      >
        <noscript>
          <Callout>This form needs JavaScript. Turn it on to continue.</Callout>
        </noscript>
        {children}
        {errors.root?.message && (
          <div ref={scrollIntoView} className="scroll-mb-20">
            <Callout variant="danger">
              {errors.root.message}
              {errorHelp && <span className="block text-ink"> {errorHelp}</span>}
            </Callout>
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
