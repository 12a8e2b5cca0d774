#!/usr/bin/env bash
# One crate that turns on arbitrary_precision of serde_json changes how all others read numbers: a changed row is taken
# for a removed one.
# Guess: the feature, which makes BigDecimal exact, only adds digits; structs with f64 and rust_decimal read as before.
# Seen on 2026-11-28 with serde_json 1.0.154, rust_decimal 1.43.0 and bigdecimal 0.4.11: without it, BigDecimal is
# 2134.7100000000000363…; with it, a number within flatten is "invalid type: map", rust_decimal fails,
# and an untagged enum passes on to its next variant without an error.
# So: cargo tree -e features shows who turns it on; no untagged enums with numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "seen"
version = "0.1.0"
edition = "2021"
[dependencies]
serde = { version = "=1.0.229", features = ["derive"] }
serde_json = "=1.0.154"
rust_decimal = { version = "=1.43.0", features = ["serde"] }
bigdecimal = { version = "=0.4.11", features = ["serde"] }
[features]
exact = ["serde_json/arbitrary_precision"]
END
cat >src/main.rs <<'END'
#![allow(dead_code)]
use serde::Deserialize;

#[derive(Deserialize, Debug)]
struct Money {
    amount: f64,
}

#[derive(Deserialize, Debug)]
struct Row {
    removed: bool,
    #[serde(flatten)]
    money: Money,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Change {
    Row { amount: f64 },
    Removed { removed: bool },
}

#[derive(Deserialize, Debug)]
struct Exact<T> {
    amount: T,
}

fn read<T: for<'a> Deserialize<'a>>() -> Result<T, String> {
    serde_json::from_str(r#"{"removed":false,"amount":2134.71}"#).map_err(|error| error.to_string())
}

fn main() {
    println!("struct        {:?}", read::<Money>());
    println!("flatten       {:?}", read::<Row>());
    println!("untagged enum {:?}", read::<Change>());
    println!("rust_decimal  {:?}", read::<Exact<rust_decimal::Decimal>>());
    println!("bigdecimal    {:?}", read::<Exact<bigdecimal::BigDecimal>>().map(|row| row.amount.to_string()));
}
END
cat >program.sh <<'END'
cargo run --quiet
echo 'with arbitrary_precision'
cargo run --quiet --features exact
END
bash program.sh | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
struct        Ok(Money { amount: 2134.71 })
flatten       Ok(Row { removed: false, money: Money { amount: 2134.71 } })
untagged enum Ok(Row { amount: 2134.71 })
rust_decimal  Ok(Exact { amount: 2134.71 })
bigdecimal    Ok("2134.7100000000000363797880709171295166015625")
with arbitrary_precision
struct        Ok(Money { amount: 2134.71 })
flatten       Err("invalid type: map, expected f64 at line 1 column 34")
untagged enum Ok(Removed { removed: false })
rust_decimal  Err("invalid type: map, expected a Decimal type representing a fixed-point number at line 1 column 33")
bigdecimal    Ok("2134.71")
END
