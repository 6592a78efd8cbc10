import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type Login, loginBody as loginSchema } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { Link } from '../link.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { loginErrorMessage } from './error-messages.ts'
import { useLogin } from './use-login.ts'
import { useReturnPath } from './use-return-path.ts'

export function LoginForm() {
  const login = useLogin()
  const { withReturnPath } = useReturnPath()
  const form = useForm<Login>({ resolver: zodResolver(loginSchema), mode: 'onTouched' })
  const submit = (values: Login) =>
    login(values).catch((error) => setServerErrors(form, error, loginErrorMessage(error)))
  return (
    <AccountForm form={form} onSubmit={submit} label="Log in" busyLabel="Logging in…">
      <EmailField {...fieldProps(form, 'email')} autoComplete="username" enterKeyHint="next" />
      <PasswordField
        {...fieldProps(form, 'password')}
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <p>
        <Link to={withReturnPath(pagePaths.forgotPassword)} className="link inline-block py-1">
          Forgot your password?
        </Link>
      </p>
    </AccountForm>
  )
}
