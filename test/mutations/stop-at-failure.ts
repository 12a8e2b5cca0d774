/** A reporter of jest that ends the run at the first test that fails: what else would fail is of no interest. */
export default class StopAtFailure {
  onTestCaseResult(_: unknown, { status }: { status: string }): void {
    if (status === 'failed') process.exit(1);
  }
}
