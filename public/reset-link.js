// Hides the form of /reset-password before the first paint if the link has no token, because the page then says so instead.
// The server can't tell: it doesn't see what follows #. After a reload, the token is in the state of the history entry.
// `src/web/pages/reset-password.tsx` shows the page again.
if (!/[#?&]token=./.test(location.href) && !history.state?.usr?.token) {
  document.documentElement.dataset.incomplete = ''
}
