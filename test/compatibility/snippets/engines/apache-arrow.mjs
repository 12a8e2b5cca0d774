// apache-arrow with parquet-wasm: apache-arrow@21.2.0 parquet-wasm@0.8.0
// amounts are cents as text: divide by 100
import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';

const table = tableFromIPC(readParquet(readFileSync(process.argv[3])).intoIPCStream());
const [days, amounts] = ['scheduledPaymentOn', 'amount'].map((name) => table.getChild(name));
console.log('scheduledPaymentOn,amount');
for (let row = 0; row < table.numRows; row++)
  console.log(`${new Date(days.get(row)).toISOString()},${Number(amounts.get(row).toString()) / 100}`);
