/** In a file of its own, so that pages with an account form do not load the schemas of listings. */
export const fieldRequiredMessage = 'Field required'
