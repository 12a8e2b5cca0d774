/** Stands for the service's address in what the build rendered. */
export const exampleAddress = 'https://reports.example.com';
