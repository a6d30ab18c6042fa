-- name: thread_block_name
-- summary: What a thread that was taken off its CPU waits for.
-- param: block BIGINT -- threadBlock as the export has it
-- returns: VARCHAR -- as in Mutex; 'kind N' for a number that is not known

CASE
    WHEN block BETWEEN 0 AND 52 THEN list_extract(
        [
            'NonBlocked', 'Unknown', 'SigSuspend', 'Stopped', 'Nanosleep', 'Intr', 'Mutex',
            'CondVar', 'Sem', 'Join', 'SigWaitInfo', 'WaitCtx', 'Send', 'Receive', 'Reply',
            'Stack', 'WaitThread', 'WaitPage', 'NetSend', 'NetReply', 'FreePage', 'PageIn',
            'PoolAllocation', 'DelayExecution', 'Suspended', 'UserRequest', 'EventPair', 'Queue',
            'LPCReceive', 'LPCReply', 'VirtualMemory', 'PageOut', 'Rendezvous', 'KeyedEvent',
            'Terminated', 'ProcessInSwap', 'CPURateControl', 'WrCalloutStack', 'Kernel',
            'Resource', 'PushLock', 'WindowsMutex', 'QuantumEnd', 'DispatchInt', 'Preempted',
            'YieldExecution', 'FastMutex', 'GuardedMutex', 'Rundown', 'ReadyToRun',
            'AlertByThreadId', 'DeferredPreempt', 'PhysicalFault'
        ], block + 1
    )
    ELSE 'kind ' || block
END
