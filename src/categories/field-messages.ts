/** Apart from the schemas of listings, which pages with an account's form do without. */
export const fieldRequiredMessage = 'Field required'
