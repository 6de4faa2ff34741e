-- Since when the device that approved an order or its amount was known, as of the approval. Null: unknown, or approved before this.
alter table orders add column device_since timestamptz;
grant update (device_since) on orders to openteller_app;
